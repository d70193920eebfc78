import { drawing } from '#/shared/ui/icons.tsx';

export const PreviousIcon = drawing('M15 5.5 8.5 12l6.5 6.5');
export const ZoomInIcon = drawing('M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15 15l4.5 4.5M8 10.5h5M10.5 8v5');
export const ZoomOutIcon = drawing('M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15 15l4.5 4.5M8 10.5h5');
export const FullScreenIcon = drawing('M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15');
export const LeaveFullScreenIcon = drawing('M9 4.5V9H4.5M19.5 9H15V4.5M15 19.5V15h4.5M4.5 15H9v4.5');
