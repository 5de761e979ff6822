// ESLint configuration for the schema and for documents: the recommended and, for the schema, the Relay rules of
// @graphql-eslint, and required descriptions. A disabled rule has its reason beside it.
import graphql from '@graphql-eslint/eslint-plugin';

const { configs, parser } = graphql;

/** Return the configuration for a schema file. */
export function checking(schema) {
  return [
    {
      files: ['**/*.graphql'],
      languageOptions: { parser, parserOptions: { graphQLConfig: { schema } } },
      linterOptions: { reportUnusedDisableDirectives: 'error' },
      plugins: { '@graphql-eslint': graphql },
      rules: {
        ...configs['flat/schema-recommended'].rules,
        ...configs['flat/schema-relay'].rules,
        // A list may go forward only, as Relay's specification allows.
        '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
        '@graphql-eslint/require-description': [
          'error',
          {
            types: true,
            rootField: true,
            DirectiveDefinition: true,
            EnumValueDefinition: true,
            FieldDefinition: true,
            InputValueDefinition: true,
          },
        ],
        // Not in the recommended rules: each mutation takes one `input` and returns an object.
        '@graphql-eslint/input-name': ['error', { checkInputType: true, caseSensitiveInputType: false }],
        '@graphql-eslint/no-scalar-result-type-on-mutation': 'error',
        '@graphql-eslint/relay-edge-types': [
          'error',
          {
            // A bounded list, such as a hand of cards, is returned whole; only unbounded lists have pages.
            listTypeCanWrapOnlyEdgeType: false,
            // A row of a list has no identity of its own. It refers to a game or a player, which is a node. If both
            // had the same `id`, they would overwrite each other in caches.
            shouldImplementNode: false,
          },
        ],
        // Events, refusals, moves and rows are values without identity. tests/api/test_schema.py checks that only
        // nodes have an `id`.
        '@graphql-eslint/strict-id-in-types': 'off',
      },
    },
  ];
}

/** Return the configuration for a file with all documents of a client. */
export function checkingDocuments(schema, documents) {
  return [
    {
      files: ['**/*.graphql'],
      languageOptions: { parser, parserOptions: { graphQLConfig: { schema, documents } } },
      linterOptions: { reportUnusedDisableDirectives: 'error' },
      plugins: { '@graphql-eslint': graphql },
      rules: configs['flat/operations-recommended'].rules,
    },
  ];
}

export default checking('../../docs/schema.graphql');
