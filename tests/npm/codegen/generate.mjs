// Runs graphql-codegen in a folder, which is its argument, with the configuration `codegen.json` there.
import { readFileSync } from 'node:fs';

import { generate } from '@graphql-codegen/cli';

process.chdir(process.argv[2]);
await generate({ ...JSON.parse(readFileSync('codegen.json', 'utf8')), silent: true }, true);
