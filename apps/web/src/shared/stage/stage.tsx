import type { PointerEventHandler, ReactNode, RefObject } from 'react';
import classes from './stage.module.css';

export type Slide = {
  key: string;
  /** 0 is shown, the others wait beside it. */
  side: -1 | 0 | 1;
  /** Its outermost element is marked `data-picture`: that is what zooms. */
  content: ReactNode;
};

type Props = {
  stageRef: RefObject<HTMLDivElement | null>;
  handlers: Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    PointerEventHandler<HTMLElement>
  >;
  slides: readonly Slide[];
  /** Whether it stands in a page that scrolls. */
  isInPage?: boolean;
};

/** What is shown between its neighbours, which are ready beside it: a turn draws nothing anew. */
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
