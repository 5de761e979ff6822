// @ts-check
// Loads the style sheets of charts. Only pages with charts import it, and wait for it once.

const SHEETS = ['../style/charts.css', '../vendor/uplot/uplot.css'];

await Promise.all(
  SHEETS.map(
    (sheet) =>
      new Promise((resolve, reject) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = new URL(sheet, import.meta.url).href;
        link.onload = resolve;
        link.onerror = () => reject(new Error(`${sheet} could not be loaded`));
        document.head.append(link);
      }),
  ),
);
