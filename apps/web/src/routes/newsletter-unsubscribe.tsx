import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribePage } from '#/features/account/newsletter/link-pages.tsx';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';

export const Route = createFileRoute('/newsletter-unsubscribe')({
  component: () => (
    <PlainFrame>
      <UnsubscribePage />
    </PlainFrame>
  ),
});
