// @ts-check
// Sets the colours that were chosen before anything is painted; so it is no module, which would come too late.

try {
  const chosen = localStorage.getItem('kibitz.scheme');
  if (chosen) document.documentElement.dataset.scheme = chosen;
} catch {
  // A browser that keeps nothing: the system's colours.
}
