// A page whose own scripts do not arrive is of a release that has gone: loaded anew, it names those that are there. Once for
// each script, so that those which never come are no loop. No part of the build, because that is what is lacking.
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
