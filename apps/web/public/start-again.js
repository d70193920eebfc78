// If a page's own scripts are missing, it is of an outdated release: reloads it once per script, so that scripts which stay
// missing cause no loop. Kept out of the build, because the build is what is missing.
window.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    const key = 'startedAgainFor';
    try {
      const known = (sessionStorage.getItem(key) || '').split(' ');
      if (known.includes(target.src)) return;
      sessionStorage.setItem(key, [...known, target.src].slice(-20).join(' '));
    } catch {
      return;
    }
    window.location.reload();
  },
  true,
);
