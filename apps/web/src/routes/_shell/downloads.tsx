import { createFileRoute } from '@tanstack/react-router';
import { DownloadsPage } from '#/features/library/downloads/downloads-page.tsx';

export const Route = createFileRoute('/_shell/downloads')({ component: DownloadsPage });
