// @ts-check
// Applies the colour scheme before the first paint. A classic script: modules run too late.

try {
  const scheme = localStorage.getItem('kibitz.scheme');
  if (scheme) document.documentElement.dataset.scheme = scheme;
} catch {
  // Without storage the page follows the system's scheme.
}
