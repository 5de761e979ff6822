// How the schema is checked: all that @graphql-eslint recommends for schemas and for Relay, and a description of
// everything. A rule that is switched off has its reason beside it.
import graphql from '@graphql-eslint/eslint-plugin';

const { configs, parser } = graphql;

/** Return the configuration for the schema in a file. */
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
        // Beyond what is recommended: each mutation takes one `input`, and answers with more than a bare value.
        '@graphql-eslint/input-name': ['error', { checkInputType: true, caseSensitiveInputType: false }],
        '@graphql-eslint/no-scalar-result-type-on-mutation': 'error',
        '@graphql-eslint/relay-edge-types': [
          'error',
          {
            // A list that a table bounds, such as a hand of cards, is given whole; only lists that grow have pages.
            listTypeCanWrapOnlyEdgeType: false,
            // A row of a list is no thing of its own: it names the game or the player that it is about, which is
            // a node, and is asked for with its list. Under one `id` two types would overwrite each other in caches.
            shouldImplementNode: false,
          },
        ],
        // Events, refusals, moves and rows are values without identity. That nodes, and they alone, have an `id`
        // is checked by tests/api/test_schema.py.
        '@graphql-eslint/strict-id-in-types': 'off',
      },
    },
  ];
}

export default checking('../../docs/schema.graphql');
