export { ChangeActions } from './change-actions.tsx';
export { CalendarIcon, useChangeDateAction } from './change-date-action.tsx';
export { DatePreview } from './date-preview.tsx';
export { drawMarks } from './draw-marks.tsx';
export { useChangeDates, useIsMoved } from './use-change-dates.ts';
