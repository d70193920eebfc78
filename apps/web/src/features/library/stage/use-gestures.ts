import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { listenTo } from '#/shared/signal.ts';
import { atRest, backgroundAt, drawGesture, frameOf, fromCentre, SLIDE_GAP } from './draw-gesture.ts';
import {
  AT_REST,
  cancelled,
  DOUBLE_TAP_MS,
  type Gesture,
  type GestureContext,
  type Outcome,
  type PointerInput,
  reduceGesture,
} from './gesture.ts';
import { type Frame, MIN_SCALE, type Point, panBy, UNZOOMED, type Zoom, zoomTo } from './zoom.ts';

type Options = Omit<GestureContext, 'frame' | 'isTouch'> & {
  /** Key of the visible slide; undefined while there is none. */
  shownKey: string | undefined;
  onOutcome: (outcome: Outcome) => void;
  /** A finger has tapped once, which takes until no second tap can follow. */
  onTap?: () => void;
};

/** Zooming by keyboard and buttons. */
export type ZoomControl = {
  isZoomed: boolean;
  /** Scales about the centre. */
  scaleBy: (factor: number) => void;
  reset: () => void;
  panBy: (by: Point) => void;
};

/** Handles gestures on the stage. Movements are drawn without rendering; only outcomes are reported. */
export function useGestures(stageRef: RefObject<HTMLElement | null>, options: Options) {
  const { gesture, show, zoomBy, isZoomed } = useDrawnGesture(stageRef);
  const { leave, finishLeaving, stay } = useLeaving(show, options.onOutcome);
  const isWholeSeries = useWholeSeries();
  const singleTap = useSingleTap(options.onTap);

  function handle(event: PointerEvent<HTMLElement>, type: PointerInput['type']): void {
    const stage = stageRef.current;
    if (!stage || (event.pointerType === 'mouse' && event.button > 0)) return;
    if (type === 'down') finishLeaving();
    if (type === 'down') singleTap.cancel();
    const input = { type, id: event.pointerId, time: event.timeStamp, ...fromCentre(stage, event) };
    const isTouch = event.pointerType !== 'mouse';
    const next = reduceGesture(gesture.current, input, { ...options, isTouch, frame: frameOf(stage) });
    if (next.lastTap !== null && next.lastTap !== gesture.current.lastTap) singleTap.start();
    if (next.outcome) void leave(stage, next, next.outcome);
    else show(next);
  }

  useRestPerPhoto(options.shownKey, () => {
    stay();
    show(AT_REST);
    if (stageRef.current) stageRef.current.dataset.gesture = 'jump';
  });
  useWheelZoom(stageRef, zoomBy, options.shownKey);
  // Follows the pointer event of the same press.
  const onMouseDown = (event: MouseEvent) => {
    if (isWholeSeries(event)) return;
    singleTap.cancel();
    show(cancelled(gesture.current));
  };
  const handlers = { ...pointerHandlers(handle), onMouseDown };
  return { handlers, zoom: { isZoomed, ...zoomsOf(zoomBy) } satisfies ZoomControl };
}

function pointerHandlers(handle: (event: PointerEvent<HTMLElement>, type: PointerInput['type']) => void) {
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if ((event.target as Element).closest('button, a')) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      handle(event, 'down');
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => handle(event, 'move'),
    onPointerUp: (event: PointerEvent<HTMLElement>) => handle(event, 'up'),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => handle(event, 'cancel'),
  };
}

/** A new photo starts at rest from its first frame. */
function useRestPerPhoto(shownKey: string | undefined, rest: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the photo changes.
  useLayoutEffect(rest, [shownKey]);
}

type ZoomBy = (change: (zoom: Zoom, frame: Frame) => Zoom) => void;

const zoomsOf = (zoomBy: ZoomBy) => ({
  scaleBy: (factor: number) =>
    zoomBy((zoom, frame) => zoomTo(zoom, zoom.scale * factor, { x: 0, y: 0 }, frame)),
  reset: () => zoomBy(() => UNZOOMED),
  panBy: (by: Point) => zoomBy((zoom, frame) => panBy(zoom, by, frame)),
});

/** The gesture as it is drawn on the stage. */
function useDrawnGesture(stageRef: RefObject<HTMLElement | null>) {
  const gesture = useRef<Gesture>(AT_REST);
  const [isZoomed, setZoomed] = useState(false);

  function show(next: Gesture): void {
    gesture.current = next;
    const stage = stageRef.current;
    if (!stage) return;
    drawGesture(stage, next);
    const root = stage.parentElement;
    root?.style.setProperty('--background', String(backgroundAt(next.offset.y, stage.clientHeight)));
    setZoomed(next.zoom.scale > MIN_SCALE);
  }
  const zoomBy: ZoomBy = (change) => {
    const frame = stageRef.current && frameOf(stageRef.current);
    if (frame) show({ ...gesture.current, zoom: change(gesture.current.zoom, frame) });
  };
  return { gesture, show, zoomBy, isZoomed };
}

/** Animates a photo off the stage before the outcome of its gesture is reported. */
function useLeaving(show: (next: Gesture) => void, onOutcome: Options['onOutcome']) {
  const leaving = useRef<Outcome>(null);
  const report = useEffectEvent(onOutcome);

  function finishLeaving(): void {
    const outcome = leaving.current;
    leaving.current = null;
    if (outcome) report(outcome);
  }
  async function leave(stage: HTMLElement, from: Gesture, outcome: Outcome): Promise<void> {
    leaving.current = outcome;
    const { clientWidth, clientHeight } = stage;
    const across = clientWidth + SLIDE_GAP;
    const offset = {
      next: { x: -across, y: 0 },
      previous: { x: across, y: 0 },
      close: { x: from.offset.x, y: clientHeight },
    }[outcome];
    show({ ...from, offset, outcome: null });
    await atRest(stage);
    if (leaving.current === outcome) finishLeaving();
  }
  function stay(): void {
    leaving.current = null;
  }
  return { leave, finishLeaving, stay };
}

/**
 * Whether all clicks of a double or triple click have been on the stage so far; to be asked at each of them. The first one may
 * have opened it: then the second one is not meant for the photo.
 */
function useWholeSeries(): (event: MouseEvent) => boolean {
  const clicks = useRef(0);
  return ({ detail }) => {
    clicks.current = detail > 1 ? clicks.current + 1 : 1;
    return clicks.current >= detail;
  };
}

/** Reports a tap once no second one can make it a double tap. */
function useSingleTap(onTap: Options['onTap']) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const report = useEffectEvent(() => onTap?.());
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    cancel,
    start() {
      cancel();
      timer.current = setTimeout(() => report(), DOUBLE_TAP_MS);
    },
  };
}

/** Pixels of scrolling that double the scale. */
const WHEEL_DOUBLING = 400;

/** Makes the wheel and trackpad pinches zoom at the pointer, instead of zooming the page. */
function useWheelZoom(
  stageRef: RefObject<HTMLElement | null>,
  zoomBy: ZoomBy,
  shownKey: string | undefined,
): void {
  const onWheel = useEffectEvent((stage: HTMLElement, event: WheelEvent) => {
    event.preventDefault();
    const at = fromCentre(stage, event);
    const factor = 2 ** (-event.deltaY / (event.ctrlKey ? WHEEL_DOUBLING / 4 : WHEEL_DOUBLING));
    zoomBy((zoom, frame) => zoomTo(zoom, zoom.scale * factor, at, frame));
    stage.dataset.gesture = 'wheel';
  });
  // The stage element exists once there is a first photo.
  const hasPhoto = shownKey !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    const stage = stageRef.current;
    if (!stage) return;
    // React registers wheel listeners as passive, which cannot prevent the page from zooming.
    return listenTo(stage, 'wheel', (event) => onWheel(stage, event), { passive: false });
  }, [stageRef, hasPhoto]);
}
