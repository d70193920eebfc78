import { createFileRoute } from '@tanstack/react-router';
import { DemoPaymentsPage } from '#/features/account/payment-methods/index.ts';
import { NotFound, PlainFrame } from '#/features/frame/shell/index.ts';
import { idOf } from '#/shared/search-params.ts';

export const Route = createFileRoute('/_full-screen/demo-payments')({
  validateSearch: (search): { session?: string } => ({ session: idOf(search.session) }),
  component: DemoPaymentsRoute,
});

function DemoPaymentsRoute() {
  const { session } = Route.useSearch();
  if (session) return <DemoPaymentsPage sessionId={session} />;
  return (
    <PlainFrame>
      <NotFound />
    </PlainFrame>
  );
}
