// @ts-check
// Applies the stored settings before the first paint. A classic script: modules run too late.

try {
  for (const name of ['scheme', 'deck', 'index']) {
    const value = localStorage.getItem(`kibitz.${name}`);
    if (value) document.documentElement.dataset[name] = value;
  }
} catch {
  // Without storage the pages begin with the default settings.
}
