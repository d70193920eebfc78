import { createFileRoute, Outlet } from '@tanstack/react-router';

/** The settings of business customers only [B2B-07]. */
export const Route = createFileRoute('/_shell/settings/b2b')({
  component: Outlet,
  staticData: {
    isForBusiness: true,
  },
});
