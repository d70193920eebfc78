import type { ComponentProps } from 'react';
import { Icon } from './icons.tsx';

type IconProps = Omit<ComponentProps<typeof Icon>, 'children'>;

export const DownloadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14" />
  </Icon>
);

export const ShareIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 15V3.5M8 7.5l4-4 4 4M8.5 10.5H7A1.5 1.5 0 0 0 5.5 12v6.5A1.5 1.5 0 0 0 7 20h10a1.5 1.5 0 0 0 1.5-1.5V12a1.5 1.5 0 0 0-1.5-1.5h-1.5" />
  </Icon>
);

export const ExportIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 8.5h15v10a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1zl1.6-3.4a1 1 0 0 1 .9-.6h10a1 1 0 0 1 .9.6l1.6 3.4M12 11v5m-2.2-2.2L12 16l2.2-2.2" />
  </Icon>
);

export const DeleteIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 6.5h15M9.5 6.5V4.8a.8.8 0 0 1 .8-.8h3.4a.8.8 0 0 1 .8.8v1.7M6.5 6.5l.8 12.2a1 1 0 0 0 1 .8h7.4a1 1 0 0 0 1-.8l.8-12.2M10 10.5v5m4-5v5" />
  </Icon>
);

export const CopyToAlbumIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7.5 4h11a1.5 1.5 0 0 1 1.5 1.5v11" />
    <rect x="4" y="7.5" width="12.5" height="12.5" rx="1.5" />
    <path d="M10.2 10.8v6m-3-3h6" />
  </Icon>
);

export const RemoveFromAlbumIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7.5 4h11a1.5 1.5 0 0 1 1.5 1.5v11" />
    <rect x="4" y="7.5" width="12.5" height="12.5" rx="1.5" />
    <path d="M7.2 13.8h6" />
  </Icon>
);

export const AlbumIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6.5 4.5h11M5 7.5h14" />
    <rect x="3.5" y="10.5" width="17" height="9.5" rx="1.5" />
  </Icon>
);

export const EditIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m5 19 .8-3.6L15.6 5.6a1.6 1.6 0 0 1 2.2 0l.6.6a1.6 1.6 0 0 1 0 2.2l-9.8 9.8zM14 7.2l2.8 2.8" />
  </Icon>
);

export const PrintIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 9V4.5h10V9M7 16.5H5a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1h-2" />
    <path d="M7 13.5h10v6H7z" />
  </Icon>
);

export const NotPrintedIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 4.5h7V9m-4 0h6a1 1 0 0 1 1 1v5.5m-13 1H5a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1h2m0 4.5h4.5M7 13.5v6h10V19M4 4l16 16" />
  </Icon>
);

export const PeopleIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="9" cy="9" r="3.2" />
    <path d="M3.5 19c.8-3 2.9-4.5 5.5-4.5s4.7 1.5 5.5 4.5M15.5 6a3 3 0 0 1 0 6m1.6 2.9c1.8.5 3 1.8 3.6 4.1" />
  </Icon>
);
