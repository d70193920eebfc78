import type { MouseEventHandler, PointerEventHandler, ReactNode, RefObject } from 'react';
import classes from './stage.module.css';

export type Slide = {
  key: string;
  /** 0 is the visible slide; the others wait on either side. */
  side: -1 | 0 | 1;
  /** Its outermost element carries `data-picture`, the element that is zoomed. */
  content: ReactNode;
};

type Props = {
  stageRef: RefObject<HTMLDivElement | null>;
  handlers: Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    PointerEventHandler<HTMLElement>
  > & { onMouseDown: MouseEventHandler<HTMLElement> };
  slides: readonly Slide[];
  /** Whether it is embedded in a scrolling page. */
  isInPage?: boolean;
};

/** Shows a slide between its neighbours, which are already rendered beside it, so that turning draws nothing new. */
export function Stage({ stageRef, handlers, slides, isInPage }: Props) {
  return (
    <div
      ref={stageRef}
      className={classes.stage}
      data-gesture="none"
      data-zoomed="false"
      data-scrolls={isInPage || undefined}
      {...handlers}
    >
      <div className={classes.track}>
        {slides.map(({ key, side, content }) => (
          <div
            key={key}
            className={classes.slide}
            style={{ '--side': side }}
            data-current={side === 0 || undefined}
            inert={side !== 0}
          >
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}
