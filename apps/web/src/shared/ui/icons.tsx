import type { ReactNode } from 'react';

type IconProps = { size?: number };
type DrawingProps = IconProps & {
  /** Directional: mirrored in right-to-left languages. */
  isDirected?: boolean;
  children: ReactNode;
};

/** A line drawing on a grid of 24, hidden from screen readers because a text accompanies it. */
export function Icon({ size = 20, isDirected, children }: DrawingProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      data-directed={isDirected || undefined}
    >
      {children}
    </svg>
  );
}

export const HomeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 10.5 12 4l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />
  </Icon>
);

export const OrdersIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m4 8 8-4.2L20 8v8.2l-8 4.1-8-4.1zM4 8l8 4.2L20 8m-8 4.2v8M8 5.9l8 4.3" />
  </Icon>
);

/** A receipt. */
export const InvoiceIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5m-5 4h5" />
  </Icon>
);

/** An open book. */
export const ProjectIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 6.5C10 5 7 4.5 3.5 4.8v13.4c3.5-.3 6.5.2 8.5 1.7 2-1.5 5-2 8.5-1.7V4.8C17 4.5 14 5 12 6.5zm0 0v13.4" />
  </Icon>
);

/** A closed book. */
export const BookIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6.5 3.8h12v16.4h-12a1.5 1.5 0 0 1-1.5-1.5V5.3a1.5 1.5 0 0 1 1.5-1.5zM8.5 3.8v16.4M11.5 8.5h4M11.5 11.5h4" />
  </Icon>
);

export const PhotosIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3.5" y="5" width="17" height="14" rx="2" />
    <circle cx="8.5" cy="9.8" r="1.5" />
    <path d="m4 17 5-4.5 3.5 3 3.5-4 4.5 4.5" />
  </Icon>
);

export const HelpIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M9.6 9.6a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.1.9-1.1 1.8" />
    <path d="M12 16.4v.1" />
  </Icon>
);

export const SignOutIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M14 4.5H6a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h8" />
    <path d="M10 12h10m-3.5-3.5L20 12l-3.5 3.5" />
  </Icon>
);

export const SettingsIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 7h9m5 0h2M4 17h2m5 0h9" />
    <circle cx="15.5" cy="7" r="2.5" />
    <circle cx="8.5" cy="17" r="2.5" />
  </Icon>
);

export const AccountIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="8.5" r="3.7" />
    <path d="M4.8 19.5c1.2-3.4 4-5 7.2-5s6 1.6 7.2 5" />
  </Icon>
);

export const AddIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);

export const CloseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
);

export const ForwardIcon = (props: IconProps) => (
  <Icon {...props} isDirected>
    <path d="m9 5.5 6.5 6.5L9 18.5" />
  </Icon>
);

export const BackIcon = (props: IconProps) => (
  <Icon {...props} isDirected>
    <path d="m14.5 6-6 6 6 6" />
  </Icon>
);

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

export const ComfortableIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4" y="4" width="16" height="7" rx="1.5" />
    <rect x="4" y="14" width="7" height="6" rx="1.5" />
    <rect x="14" y="14" width="6" height="6" rx="1.5" />
  </Icon>
);

export const CompactIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 4h4v4H4zM10 4h4v4h-4zM16 4h4v4h-4zM4 10h4v4H4zM10 10h4v4h-4zM16 10h4v4h-4zM4 16h4v4H4zM10 16h4v4h-4zM16 16h4v4h-4z" />
  </Icon>
);

export const PhoneIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="7" y="3" width="10" height="18" rx="2" />
    <path d="M11 18h2" />
  </Icon>
);

export const ClockIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5l3.5 2" />
  </Icon>
);
