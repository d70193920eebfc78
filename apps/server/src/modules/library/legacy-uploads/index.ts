export { keepUpload, type NewLegacyUpload } from './intake/keep-upload.ts';
export { readIntake } from './intake/read-intake.ts';
export { type IntakeOutcome, takeUploadsIn } from './intake/take-uploads-in.ts';
export type { LegacyRow } from './legacy-upload.ts';
export { legacyUploadRoutes } from './routes.ts';
export {
  countWaiting,
  findFailed,
  findLeftFiles,
  findWaiting,
  forgetFiles,
  isAnyWaiting,
  settleUpload,
} from './upload-store.ts';
