// Prints what the pages' JSDoc refers to: the types of a schema, as TypeScript has them.
import { readFileSync } from 'node:fs';

import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import { Kind, parse, visit } from 'graphql';

const schema = parse(readFileSync(process.argv[2], 'utf8'));

/** The types of objects that implement an interface. */
const implementing = (name) =>
  schema.definitions.filter((type) => type.interfaces?.some((each) => each.name.value === name)).map(named);
const named = ({ name }) => ({ kind: Kind.NAMED_TYPE, name });

// An interface becomes the union of what implements it, so that its `__typename` tells which one is there.
const closed = visit(schema, {
  InterfaceTypeDefinition: ({ fields, interfaces, ...type }) => ({
    ...type,
    kind: Kind.UNION_TYPE_DEFINITION,
    types: implementing(type.name.value),
  }),
  ObjectTypeDefinition: (type) => ({ ...type, interfaces: [] }),
});

const text = await codegen({
  schema: closed,
  documents: [],
  filename: 'schema.d.ts',
  config: {},
  pluginMap: { typescript },
  plugins: [
    {
      typescript: {
        // What may be null is there, and null; only what is sent can be left out.
        avoidOptionals: { field: true },
        enumsAsTypes: true,
        namingConvention: 'keep',
        nonOptionalTypename: true,
        scalars: {
          Card: 'string',
          Cursor: 'string',
          Date: 'string',
          DateTime: 'string',
          Position: 'number',
          Version: 'number',
        },
        strictScalars: true,
      },
    },
  ],
});
console.log(`// Made from docs/schema.graphql; web/README.md says how.\n\n${text.trimEnd()}`);
