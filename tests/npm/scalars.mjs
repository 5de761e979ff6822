// The TypeScript types of the schema's scalars.
export const SCALARS = {
  Card: 'string',
  Cursor: 'string',
  Date: 'string',
  DateTime: 'string',
  Position: 'number',
  Version: 'number',
};
