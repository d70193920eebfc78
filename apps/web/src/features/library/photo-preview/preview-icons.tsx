import { drawing } from '#/shared/ui/icons.tsx';

export const BackIcon = drawing('M19.5 12h-15m6-6-6 6 6 6');
export const KeyboardIcon = drawing(
  'M4.5 6.5h15a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-15a1.5 1.5 0 0 1-1.5-1.5V8a1.5 1.5 0 0 1 1.5-1.5zM6.5 10h.01M10 10h.01M13.5 10h.01M17 10h.01M8.5 14h7',
);
export const InfoIcon = drawing('M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5.2M12 7.9v.1');
export const CameraIcon = drawing(
  'M5.5 7.5h2.6l1.4-2.2h5l1.4 2.2h2.6a2 2 0 0 1 2 2v7.7a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V9.5a2 2 0 0 1 2-2zM12 9.7a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6z',
);
export const BagIcon = drawing('M6.2 8.5h11.6l1 11H5.2zM9 11V7.6a3 3 0 0 1 6 0V11');
export const PlayIcon = drawing('M8 5.5v13l10.5-6.5z');
export const PauseIcon = drawing('M8.5 5.5v13M15.5 5.5v13');
export const CheckIcon = drawing('M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8.2 12.3l2.7 2.7 5-5.6');

/** The same circle, filled. */
export const SelectedIcon = () => (
  <svg viewBox="0 0 24 24" width={20} height={20} aria-hidden="true">
    <circle cx={12} cy={12} r={9} fill="currentColor" />
    <path d="m8.2 12.3 2.7 2.7 5-5.6" fill="none" stroke="#0e0f11" strokeWidth={2} />
  </svg>
);
