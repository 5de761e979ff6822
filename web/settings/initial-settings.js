// @ts-check
// Applies the stored settings before the first paint, and hides the welcome from players. A classic script: modules run too late.

// A module that is missing, from whichever part of the page, is an error of the script that needs it.
addEventListener('error', ({ target }) => {
  if (target instanceof HTMLScriptElement) document.getElementById('not-started')?.removeAttribute('hidden');
}, true);

try {
  for (const name of ['scheme', 'deck', 'index']) {
    const value = localStorage.getItem(`kibitz.${name}`);
    if (value) document.documentElement.dataset[name] = value;
  }
  if (localStorage.getItem('kibitz.session')) document.documentElement.dataset.known = '';
} catch {
  // Without storage the pages begin with the default settings.
}
