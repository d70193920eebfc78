import { useEffect, useState } from 'react';
import type { GridEngine } from '#/features/library/photo-grid/index.ts';
import type { GridSection, TitleOf } from '#/features/library/photo-store/index.ts';
import classes from './fast-scroll-handle.module.css';
import { useScrubber } from './use-scrubber.ts';

/** How long the handle stays visible after the last move, in milliseconds. */
const LINGER_MS = 1_500;

type Props = {
  engine: GridEngine;
  sections: readonly GridSection[];
  titleOf: TitleOf;
};

/** A handle for thumbs at the right edge: appears on scrolling and shows the month while dragged. */
export function FastScrollHandle({ engine, sections, titleOf }: Props) {
  const { layout, railRef, fraction, named, isDragging, handlers } = useScrubber(engine);
  const isNeeded = layout !== null && layout.height() > engine.getViewport().height * 3;
  const isLingering = useLingering(fraction, isDragging);
  return (
    // Keyboards and screen readers use the rail of DateScrubber instead.
    <div ref={railRef} className={classes.track} hidden={!isNeeded} aria-hidden="true">
      <div
        className={classes.handle}
        style={{ top: `${fraction * 100}%` }}
        data-shown={isLingering || undefined}
        onPointerDown={handlers.onPointerDown}
        onPointerMove={isDragging ? handlers.onPointerMove : undefined}
        onPointerUp={handlers.onPointerUp}
        onPointerCancel={handlers.onPointerCancel}
      >
        {isDragging && <span className={classes.month}>{titleOf(sections[named]?.key ?? '')}</span>}
        <span className={classes.grip} />
      </div>
    </div>
  );
}

function useLingering(fraction: number, isDragging: boolean): boolean {
  const [seen, setSeen] = useState(fraction);
  useEffect(() => {
    if (isDragging || seen === fraction) return;
    const timer = setTimeout(() => setSeen(fraction), LINGER_MS);
    return () => clearTimeout(timer);
  }, [fraction, isDragging, seen]);
  return isDragging || seen !== fraction;
}
