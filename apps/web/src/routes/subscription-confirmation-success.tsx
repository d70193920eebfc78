import { createFileRoute } from '@tanstack/react-router';
import { SubscriptionConfirmedPage } from '#/features/account/newsletter/link-pages.tsx';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';

export const Route = createFileRoute('/subscription-confirmation-success')({
  component: () => (
    <PlainFrame>
      <SubscriptionConfirmedPage />
    </PlainFrame>
  ),
});
