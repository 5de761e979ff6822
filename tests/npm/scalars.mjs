// The TypeScript types of the schema's scalars.
export const SCALARS = {
  Card: 'string',
  Cursor: 'string',
  Date: 'string',
  DateTime: 'string',
  PathSegment: 'string | number',
  Position: 'number',
  Version: 'number',
};
