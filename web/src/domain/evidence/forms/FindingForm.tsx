import type { FindingAction } from '../use-findings.ts';
import { CorrectPinForm } from './CorrectPinForm.tsx';
import { DismissForm, type FindingFormProps } from './DismissForm.tsx';

/** The form of a reviewer's action on a finding. */
export const FindingForm = ({ what, ...props }: FindingFormProps & { what: FindingAction }) =>
  what === 'dismiss' ? <DismissForm {...props} /> : <CorrectPinForm {...props} />;
