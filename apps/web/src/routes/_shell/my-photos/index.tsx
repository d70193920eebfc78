import { createFileRoute, redirect } from '@tanstack/react-router';

/** The landing of the photo section is the timeline [RTE-01]. */
export const Route = createFileRoute('/_shell/my-photos/')({
  beforeLoad: () => {
    throw redirect({ to: '/my-photos/photos', replace: true });
  },
});
