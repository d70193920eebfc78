import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { getDemoProject } from '@keepsake/contracts/shop/demo-projects';
import type { getDemoShop } from '@keepsake/contracts/shop/demo-shop';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { hasCode, isAbsent } from '#/shared/api/api-problem.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { BookEditor } from './photo-book/book-editor.tsx';
import { PrintsForm } from './prints-form.tsx';
import { useProjectSaver, useSaved } from './project-saver.ts';
import { projectQuery, shopQuery } from './queries.ts';
import { SaveBar } from './save-bar.tsx';
import { ShopFrame } from './shop-frame.tsx';

type Project = ResponseOf<typeof getDemoProject>;
type Shop = ResponseOf<typeof getDemoShop>;

/** Continues a project begun on this device or another [PRJ-03]. */
export function ProjectPage({ projectCode }: { projectCode: string }) {
  const { t } = useTranslation();
  const project = useQuery(projectQuery(projectCode));
  const channel = project.data?.channel;
  const shop = useQuery({ ...shopQuery(channel ?? ''), enabled: channel !== undefined });
  const error = project.error ?? shop.error;
  const isUnknown = isAbsent(project.error) || hasCode(project.error, 'invalid-request');
  const title = t(project.data?.content.kind === 'prints' ? 'demoShop.title' : 'demoShop.book.title');
  return (
    <ShopFrame>
      <Page title={title} isWide>
        {isUnknown && <EmptyState action={<ToProjects />}>{t('demoShop.projectGone')}</EmptyState>}
        {!isUnknown && error && <ErrorState error={error} onRetry={() => void project.refetch()} />}
        {!error && !(project.data && shop.data) && <Skeleton height={480} />}
        {project.data && shop.data && (
          <OpenProject projectCode={projectCode} project={project.data} shop={shop.data} />
        )}
      </Page>
    </ShopFrame>
  );
}

function ToProjects() {
  const { t } = useTranslation();
  return (
    <Button renderRoot={(props) => <Link to="/saved-projects" {...props} />}>
      {t('demoShop.savedProjects')}
    </Button>
  );
}

type OpenProps = { projectCode: string; project: Project; shop: Shop };

function OpenProject({ projectCode, project, shop }: OpenProps) {
  const { t } = useTranslation();
  const { content, orderCode, photos } = project;
  if (orderCode !== null) {
    const toOrder = (
      <Button renderRoot={(props) => <Link to="/orders/$orderCode" params={{ orderCode }} {...props} />}>
        {t('demoShop.follow')}
      </Button>
    );
    return <EmptyState action={toOrder}>{t('demoShop.projectOrdered', { code: orderCode })}</EmptyState>;
  }
  const { channel, version, lettersLeftOut } = project;
  const started = { projectCode, channel, version, lettersLeftOut };
  if (content.kind === 'book')
    return <BookEditor started={started} initial={content} photos={photos} shop={shop} />;
  return <StartedPrints started={started} initial={content} shop={shop} photos={photos} />;
}

type StartedPrintsProps = {
  started: Parameters<typeof useProjectSaver>[0];
  initial: Extract<Project['content'], { kind: 'prints' }>;
  photos: Project['photos'];
  shop: Shop;
};

/** Prints begun earlier. */
function StartedPrints({ started, initial, photos, shop }: StartedPrintsProps) {
  const saving = useProjectSaver(started);
  const [content, setContent] = useSaved(initial, saving);
  return (
    <>
      <SaveBar saving={saving} />
      <PrintsForm
        order={{ what: 'prints', projectCode: started.projectCode, channel: started.channel }}
        photoIds={photos.map(({ id }) => id)}
        shop={shop}
        choice={content}
        saving={saving}
        onChoice={(choice) => setContent({ ...content, ...choice })}
      />
    </>
  );
}
