import type { ComponentProps } from 'react';
import type { FindingAction } from '../use-findings.ts';
import { CorrectPinModal, CorrectPinPanel } from './CorrectPinCode.tsx';
import { DismissModal, DismissPanel } from './DismissFinding.tsx';

type DoingProps = ComponentProps<typeof DismissPanel> & { what: FindingAction };

/** On the desk: what is being done about a finding. */
export const DoingPanel = ({ what, ...props }: DoingProps) =>
  what === 'dismiss' ? <DismissPanel {...props} /> : <CorrectPinPanel {...props} />;

/** Over a record's dialog: what is being done about a finding. */
export const DoingModal = ({ what, ...props }: DoingProps) =>
  what === 'dismiss' ? <DismissModal {...props} /> : <CorrectPinModal {...props} />;
