import { createFileRoute } from '@tanstack/react-router';
import { DemoPaymentsPage } from '#/features/account/payment-methods/index.ts';
import { NotFound } from '#/features/frame/shell/index.ts';
import { idOf } from '#/shared/search-params.ts';

export const Route = createFileRoute('/_full-screen/demo-payments')({
  validateSearch: (search): { session?: string } => ({ session: idOf(search.session) }),
  component: DemoPaymentsRoute,
});

function DemoPaymentsRoute() {
  const { session } = Route.useSearch();
  return session ? <DemoPaymentsPage sessionId={session} /> : <NotFound />;
}
