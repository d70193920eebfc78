import { listenTo } from '../signal.ts';

type Variable = `--bottom-${string}`;

/** The elements that take space now, by variable, with the height of each. */
const taken = new Map<Variable, Map<HTMLElement, number>>();

/**
 * A ref for an element fixed to the bottom of the screen: while it is mounted, the CSS variable holds the height it occupies
 * from the edge, in pixels, so that others can stay above it. Of several elements the highest counts; a hidden one has none.
 */
export function takeBottomSpace(variable: Variable) {
  return (element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => {
      const toEdge = Number.parseFloat(getComputedStyle(element).bottom) || 0;
      setHeight(variable, element, element.offsetHeight && element.offsetHeight + toEdge);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    // Its distance to the edge depends on the width of the window and on the elements below it.
    const stop = listenTo(window, 'resize', measure);
    return () => {
      sizes.disconnect();
      stop();
      setHeight(variable, element, null);
    };
  };
}

function setHeight(variable: Variable, element: HTMLElement, height: number | null): void {
  const heights = taken.get(variable) ?? new Map<HTMLElement, number>();
  if (height === null) heights.delete(element);
  else heights.set(element, height);
  taken.set(variable, heights);
  const { style } = document.documentElement;
  if (heights.size === 0) style.removeProperty(variable);
  else style.setProperty(variable, `${Math.max(...heights.values())}px`);
}
