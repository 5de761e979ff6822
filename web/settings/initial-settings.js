// @ts-check
// Applies the stored settings before the first paint, and hides the welcome from players. A classic script: modules run too late.

try {
  for (const name of ['scheme', 'deck', 'index']) {
    const value = localStorage.getItem(`kibitz.${name}`);
    if (value) document.documentElement.dataset[name] = value;
  }
  if (localStorage.getItem('kibitz.session')) document.documentElement.dataset.known = '';
} catch {
  // Without storage the pages begin with the default settings.
}
