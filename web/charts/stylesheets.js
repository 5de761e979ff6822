// @ts-check
// The style sheets of figures, which other pages do without: a page that shows figures waits for them once.

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
