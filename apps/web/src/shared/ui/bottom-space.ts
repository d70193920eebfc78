/**
 * A ref for something that is fixed to the bottom of the screen: while it is there, the CSS variable tells how many pixels it
 * takes from the edge up, so that others stand above it.
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
    // Its distance to the edge depends on the width of the window, and on what it stands above.
    window.addEventListener('resize', measure);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', measure);
      style.removeProperty(variable);
    };
  };
}
