// Lints a schema, or with a second argument the documents of a client. Prints each finding as `line rule message` and
// their number; fails if there is one.
import { dirname, resolve } from 'node:path';

import { ESLint } from 'eslint';

import { checking, checkingDocuments } from './eslint.config.mjs';

const [schema, documents] = process.argv.slice(2).map((path) => resolve(path));
const file = documents ?? schema;
const eslint = new ESLint({
  cwd: dirname(file),
  overrideConfigFile: true,
  overrideConfig: documents ? checkingDocuments(schema, documents) : checking(schema),
});
const [{ messages }] = await eslint.lintFiles([file]);
for (const { line, ruleId, message } of messages) {
  console.log(`${line} ${ruleId} ${message.replaceAll('\n', ' ')}`);
}
console.log(`${messages.length} findings`);
process.exitCode = messages.length ? 1 : 0;
