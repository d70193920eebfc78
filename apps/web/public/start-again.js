// A page whose own scripts do not arrive is of a release that has gone: loaded anew, it names those that are there. Once for
// each script, so that one which never comes is no loop. No part of the build, because that is what is lacking.
window.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    const key = 'startedAgainFor';
    try {
      if (sessionStorage.getItem(key) === target.src) return;
      sessionStorage.setItem(key, target.src);
    } catch {
      return;
    }
    window.location.reload();
  },
  true,
);
