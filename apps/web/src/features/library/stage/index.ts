export { BarButton } from './bar-button.tsx';
export { cancelWhenRemoved, useFetchAhead, useRetryPicture } from './fetch-pictures.ts';
export { Stage } from './stage.tsx';
export {
  FullScreenIcon,
  LeaveFullScreenIcon,
  PreviousIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from './stage-icons.tsx';
export { useDebouncedAddress } from './use-debounced-address.ts';
export { useGestures, type ZoomControl } from './use-gestures.ts';
export { isLetter, useStageKeys } from './use-stage-keys.ts';
export { MAX_SCALE } from './zoom.ts';
