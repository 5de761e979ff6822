// Lints a schema. Prints each finding as `line rule message` and their number; fails if there is one.
import { dirname, resolve } from 'node:path';

import { ESLint } from 'eslint';

import { checking } from './eslint.config.mjs';

const schema = resolve(process.argv[2]);
const eslint = new ESLint({
  cwd: dirname(schema),
  overrideConfigFile: true,
  overrideConfig: checking(schema),
});
const [{ messages }] = await eslint.lintFiles([schema]);
for (const { line, ruleId, message } of messages) {
  console.log(`${line} ${ruleId} ${message.replaceAll('\n', ' ')}`);
}
console.log(`${messages.length} findings`);
process.exitCode = messages.length ? 1 : 0;
