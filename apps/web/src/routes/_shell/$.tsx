import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '#/features/frame/shell/index.ts';

/** Every address without a page of its own keeps the frame of whoever opened it. */
export const Route = createFileRoute('/_shell/$')({
  component: NotFound,
  staticData: { isForAnybody: true },
});
