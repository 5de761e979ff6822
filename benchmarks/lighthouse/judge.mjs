// Judges pages with Lighthouse, each visit in a new browser with an empty cache: `node judge.mjs CHROMIUM < WANTED`. WANTED is
// JSON: `kept`, a script that runs before those of the pages, `urls`, and `isDesktop`. Prints a line of JSON for each page: the scores from 0
// to 1 by category, the milliseconds of the largest paint, and the titles of the audits that are not passed.
import { text } from 'node:stream/consumers';

import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

const { kept, urls, isDesktop } = JSON.parse(await text(process.stdin));

/** Visit a page once in a new browser. */
async function visit(url) {
  const browser = await puppeteer.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.evaluateOnNewDocument(kept);
    const flags = { onlyCategories: CATEGORIES, logLevel: 'error' };
    return (await lighthouse(url, flags, isDesktop ? desktopConfig : undefined, page)).lhr;
  } finally {
    await browser.close();
  }
}

for (const url of urls) {
  let lhr = await visit(url);
  // A trace now and then lacks an event that a score needs.
  for (let more = 2; more > 0 && CATEGORIES.some((category) => lhr.categories[category].score === null); more--) lhr = await visit(url);
  const failed = CATEGORIES.flatMap((category) => lhr.categories[category].auditRefs)
    .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 0.9)
    .map(({ id }) => `${id} ${lhr.audits[id].displayValue ?? ''}`.trim());
  const scores = Object.fromEntries(CATEGORIES.map((category) => [category, lhr.categories[category].score]));
  console.log(JSON.stringify({ url, scores, failed, error: lhr.runtimeError?.message ?? null }));
}
