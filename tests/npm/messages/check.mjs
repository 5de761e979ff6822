// Checks the texts of the pages: `node messages/check.mjs FOLDER [PREFIX]`. Lists texts that modules contain themselves, messages
// without a use, uses without a message or without an import of its section, and values that differ from a message's placeholders. A prefix limits it to the
// modules whose path begins with it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Linter } from 'eslint';

const [folder, prefix = ''] = process.argv.slice(2);
const FUNCTIONS = new Set(['t', 'tParts', 'tOptional']);
/** Functions whose first argument is the name of an operation, a message or an element. */
const TAKES_NAME = new Set([...FUNCTIONS, 'request', 'useQuery', 'useFeed', 'subscribe', 'sendCommand', 'fetchGame', 'querySelector', 'get', 'usePagedList']);
/** A module with names of programs, which are the same in every language. */
const NAMES_ONLY = 'net/client-name.js';
/** Names of keys and of types that look like words. */
const NAMES = new Set(['Alt', 'Control', 'End', 'Enter', 'Escape', 'Home', 'Meta', 'Shift', 'Space', 'Tab']);
/** Attributes, and properties of components, that people read. */
const READ = 'alt|aria-description|aria-label|aria-roledescription|aria-valuetext|caption|heading|hint|label|note|placeholder|subject|text|title';
const READ_ATTRIBUTE = new RegExp(`\\s(?:${READ})="([^"]*[A-Za-z]{2}[^"]*)"`, 'g');
/** What looks like a sentence, a word at the beginning of one, or an end of one. */
const SENTENCE = /[A-Za-z]{2,} [A-Za-z]|^ ?[A-Z][a-z]+[ .:,?!]?$|[a-z][.:!?]$|^[ ,.;:][ ]?[a-z]{2,}|[a-z]{2,}[ ,:] ?$/;
/** Functions and sizes of style sheets, keys of the browser's storage, and lists of classes. */
const TECHNICAL = /^(?:\0 )?[a-zA-Z-]+\(|^\d+px |^kibitz\.|^[a-z]+(?:-[a-z]+)+ |^Bearer /;
const SELECTOR = /[#[\]>{}]|^\.|\.[a-z-]+$|^[a-z]+(?:-[a-z]+)* \.|:(?:not|scope)/;
const catalogue = JSON.parse(readFileSync(join(folder, 'locales', 'en.json'), 'utf8'));
const used = new Set();
/** The sections that each module imports, and that it uses, by its path. */
const imported = new Map();
const usedSections = new Map();
const findings = [];

/** Join the texts of a template; `\0` stands for each value. */
const joined = ({ quasis }) => quasis.map(({ value }) => value.cooked).join('\0');
const shown = (text) => text.replaceAll('\0', '${…}').trim().replaceAll(/\s+/g, ' ');

/** Return the placeholders of a message in all its forms. */
const placeholders = (message) =>
  typeof message === 'string'
    ? [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    : Object.values(message).flatMap(placeholders);

/** Return the keys that an argument can be. */
function keysOf(argument) {
  if (argument.type === 'Literal') return [argument.value];
  if (argument.type === 'ConditionalExpression') return [...keysOf(argument.consequent), ...keysOf(argument.alternate)];
  if (argument.type !== 'TemplateLiteral') return [];
  const pattern = new RegExp(`^${joined(argument).replaceAll('.', '\\.').replaceAll('\0', '.+')}$`);
  return Object.keys(catalogue).filter((key) => pattern.test(key));
}

/** Return the name of a function or a method, without the `#` of a private one. */
const nameOf = (callee) => callee.name ?? callee.property?.name;

/** Return whether a text is for programs: an error's or a log's, a class, a key of the catalogue, a directive. */
function isForPrograms(node) {
  const { parent } = node;
  if (/^(?:Import|Export)/.test(parent.type)) return true;
  if (parent.type === 'NewExpression' && /Error$/.test(parent.callee.name ?? '')) return true;
  if (parent.type === 'Property' && parent.key === node) return true;
  if (parent.type === 'SwitchCase' || (parent.type === 'BinaryExpression' && /^(?:[!=]==|in)$/.test(parent.operator))) return true;
  if (parent.type === 'CallExpression' && parent.arguments[0] === node && TAKES_NAME.has(nameOf(parent.callee))) return true;
  for (let each = node; each.parent; each = each.parent) {
    const { parent: outer } = each;
    if (outer.type !== 'TemplateLiteral' || outer.parent.type !== 'TaggedTemplateExpression') continue;
    const before = joined(outer).split('\0').slice(0, outer.expressions.indexOf(each) + 1).join('\0');
    const [, attribute] = /[\s<]([\w-]+)=(?:"[^"]*)?$/.exec(before) ?? [];
    return Boolean(attribute) && !new RegExp(`^(?:${READ}|reason|description)$`).test(attribute);
  }
  return false;
}

const rule = {
  create(context) {
    const report = (node, message) => context.report({ node, message });
    return {
      TaggedTemplateExpression({ tag, quasi }) {
        if (tag.name !== 'html') return;
        const text = joined(quasi).replaceAll(/<!--.*?-->/gs, '');
        for (const [, read] of text.matchAll(READ_ATTRIBUTE)) report(quasi, `text: ${shown(read)}`);
        for (const [read] of text.replaceAll(/<[^>]*>/g, '<>').matchAll(/[^<>]*[A-Za-z]{2}[^<>]*/g)) {
          report(quasi, `text: ${shown(read)}`);
        }
      },
      TemplateLiteral(node) {
        if (node.parent.type === 'TaggedTemplateExpression') return;
        const text = joined(node);
        const words = node.quasis.some(({ value }) => SENTENCE.test(value.cooked));
        if (words && !SELECTOR.test(text) && !TECHNICAL.test(text) && !isForPrograms(node)) report(node, `text: ${shown(text)}`);
      },
      Literal(node) {
        if (typeof node.value !== 'string' || Object.hasOwn(catalogue, node.value) || NAMES.has(node.value)) return;
        if (SENTENCE.test(node.value) && !SELECTOR.test(node.value) && !TECHNICAL.test(node.value) && !isForPrograms(node)) {
          report(node, `text: ${node.value}`);
        }
      },
      'Literal, TemplateLiteral'(node) {
        if (typeof node.value === 'string' && Object.hasOwn(catalogue, node.value)) used.add(node.value);
      },
      ImportDeclaration({ source: { value } }) {
        const [, section] = /^catalogue\/([\w-]+)\.js$/.exec(value) ?? [];
        if (section) imported.get(context.filename).add(section);
      },
      CallExpression({ callee, arguments: [key, values] }) {
        if (!FUNCTIONS.has(callee.name) || !key) return;
        const keys = keysOf(key).filter((name) => Object.hasOwn(catalogue, name));
        for (const each of keys) {
          used.add(each);
          usedSections.get(context.filename).add(each.split('.')[0]);
        }
        if (keys.length === 0 && callee.name !== 'tOptional' && key.type !== 'Identifier' && key.type !== 'MemberExpression') {
          report(key, `no message: ${context.sourceCode.getText(key)}`);
        }
        if (values && (values.type !== 'ObjectExpression' || values.properties.some(({ type }) => type !== 'Property'))) return;
        const given = new Set((values?.properties ?? []).map((property) => property.key.name));
        for (const each of keys) {
          const missing = placeholders(catalogue[each]).filter((name) => !given.has(name));
          if (missing.length) report(key, `no value in ${each}: ${missing.join(', ')}`);
        }
      },
    };
  },
};

const linter = new Linter();
const config = [{ plugins: { kibitz: { rules: { messages: rule } } }, rules: { 'kibitz/messages': 'error' } }];
const files = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith('.js') && !/^(?:vendor|locales)\//.test(name) && name !== 'service-worker.js')
  .sort();
for (const file of files) {
  imported.set(file, new Set());
  usedSections.set(file, new Set());
  for (const { line, message } of linter.verify(readFileSync(join(folder, file), 'utf8'), config, file)) {
    if (file.startsWith(prefix) && !(file === NAMES_ONLY && message.startsWith('text:'))) findings.push(`${file}:${line} ${message}`);
  }
}
const separate = new Set([...imported.values()].flatMap((sections) => [...sections]));
for (const [file, sections] of usedSections) {
  for (const section of sections) {
    if (separate.has(section) && !imported.get(file).has(section)) findings.push(`${file} no import of catalogue/${section}.js`);
  }
}
for (const file of readdirSync(folder, { recursive: true }).filter((name) => /\.(?:html|webmanifest)$/.test(name))) {
  for (const [, key] of readFileSync(join(folder, file), 'utf8').matchAll(/\{\{([\w.-]+)\}\}/g)) used.add(key);
}
for (const key of Object.keys(catalogue)) {
  if (!used.has(key) && key.startsWith(prefix.replaceAll('/', '.'))) findings.push(`locales/en.json no use: ${key}`);
}
console.log([...findings, `${findings.length} findings`].join('\n'));
process.exitCode = findings.length ? 1 : 0;
