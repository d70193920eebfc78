import { createFileRoute } from '@tanstack/react-router';
import { CookiesPage } from '#/features/frame/cookies/cookies-page.tsx';

export const Route = createFileRoute('/_shell/cookies')({
  component: CookiesPage,
  staticData: { isForAnybody: true },
});
