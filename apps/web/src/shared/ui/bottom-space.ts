/**
 * A ref for an element fixed to the bottom of the screen: while it is mounted, the CSS variable holds the height it occupies
 * from the edge, in pixels, so that others can stay above it.
 */
export function takeBottomSpace(variable: `--bottom-${string}`) {
  return (element: HTMLElement | null) => {
    if (!element) return;
    const { style } = document.documentElement;
    const measure = () => {
      const toEdge = Number.parseFloat(getComputedStyle(element).bottom) || 0;
      style.setProperty(variable, `${element.offsetHeight + toEdge}px`);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    // Its distance to the edge depends on the width of the window and on the elements below it.
    window.addEventListener('resize', measure);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', measure);
      style.removeProperty(variable);
    };
  };
}
