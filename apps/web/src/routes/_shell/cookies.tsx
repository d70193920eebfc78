import { createFileRoute } from '@tanstack/react-router';
import { CookiesPage } from '#/features/frame/cookies/index.ts';

export const Route = createFileRoute('/_shell/cookies')({
  component: CookiesPage,
  staticData: { isForAnybody: true },
});
