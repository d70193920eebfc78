export { CalendarIcon, useChangeDateAction } from './change-date-action.tsx';
export { drawMarks } from './draw-marks.tsx';
export { useIsMoved } from './use-change-dates.ts';
