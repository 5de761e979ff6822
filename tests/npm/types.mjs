// Prints the types of a schema as TypeScript, for the pages' JSDoc.
import { readFileSync } from 'node:fs';

import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import { Kind, parse, visit } from 'graphql';

import { SCALARS } from './scalars.mjs';

const schema = parse(readFileSync(process.argv[2], 'utf8'));

/** Return the object types that implement an interface. */
const implementing = (name) =>
  schema.definitions.filter((type) => type.interfaces?.some((each) => each.name.value === name)).map(named);
const named = ({ name }) => ({ kind: Kind.NAMED_TYPE, name });

// An interface becomes the union of its implementations, so that `__typename` discriminates between them.
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
        // A nullable field of an answer is present and null; only fields of inputs can be omitted.
        avoidOptionals: { field: true },
        enumsAsTypes: true,
        namingConvention: 'keep',
        nonOptionalTypename: true,
        scalars: SCALARS,
        strictScalars: true,
      },
    },
  ],
});
console.log(`// Made from docs/schema.graphql; web/README.md says how.\n\n${text.trimEnd()}`);
