// Turns pages in place, by keys and by fingers, and enlarges them; without it the links do.
(() => {
  const view = () => document.getElementById('view');
  const link = (rel) => view()?.querySelector(`a[rel="${rel}"]`);
  let turning = null;

  async function fetchView(address, signal) {
    const answer = await fetch(address, { signal });
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('view');
    if (!answer.ok || !next) throw new Error('gone');
    return next;
  }
  /** Shows another opening where this one is; the focus stays on the way that was taken. */
  function show(next) {
    const focused = document.activeElement?.getAttribute('rel');
    view()?.replaceWith(next);
    if (focused) (link(focused) ?? link(focused === 'next' ? 'prev' : 'next'))?.focus();
  }

  /** Turns to an address in place; where that fails, the browser opens it. */
  async function turn(address, isBack = false) {
    turning?.abort();
    const own = new AbortController();
    turning = own;
    view()?.setAttribute('aria-busy', 'true');
    try {
      show(await fetchView(address, own.signal));
      if (!isBack) history.pushState(null, '', address);
    } catch (error) {
      if (error.name !== 'AbortError') location.assign(address);
    }
  }
  const follow = (rel) => {
    const to = link(rel);
    if (to) turn(to.href);
  };

  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const to = event.target.closest?.('#view a');
    if (!to) return;
    event.preventDefault();
    if (to.rel === 'prev' || to.rel === 'next') turn(to.href);
    else zoom(to);
  });

  /** Enlarges a page to twice its width, or back; what was pressed stays where it is. */
  function zoom(leaf) {
    const opening = leaf.closest('.opening');
    const isZoomed = opening.classList.toggle('zoomed');
    const picture = leaf.querySelector('img');
    if (isZoomed) {
      picture.sizes = '2600px';
      leaf.scrollIntoView({ block: 'nearest', inline: 'center' });
    }
  }

  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.('input, textarea, select'))
      return;
    if (event.key === 'ArrowRight') follow('next');
    else if (event.key === 'ArrowLeft') follow('prev');
    else if (event.key === 'z' || (event.key === 'Escape' && view()?.querySelector('.zoomed'))) {
      const leaf = view()?.querySelector('a.leaf');
      if (leaf) zoom(leaf);
    }
  });

  let start = null;
  document.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const isOne = touches.length === 1 && target.closest?.('.opening:not(.zoomed)');
      start = isOne ? { x: touches[0].clientX, y: touches[0].clientY } : null;
    },
    { passive: true },
  );
  document.addEventListener('touchend', ({ changedTouches: [touch] }) => {
    if (!start || !touch) return;
    const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
    start = null;
    if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) follow(x < 0 ? 'next' : 'prev');
  });
  addEventListener('popstate', () => turn(location.href, true));
})();
