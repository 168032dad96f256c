import { turnOffSecondFactor } from '@doorstep/contract/second-factor';
import { useId } from 'react';
import { call } from '../../lib/api-client.ts';
import { Button } from '../../ui/Button.tsx';
import { CancelButton, Modal, ModalBody, ModalFooter } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { CodeField } from './CodeField.tsx';
import { useSmallForm } from './use-small-form.ts';

/** Turns two-step sign-in off, for the password and a code. */
export function TurnOffModal({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const id = useId();
  const { wiring, errors, failure, isPending } = useSmallForm(
    ({ password = '', code = '' }) => call(turnOffSecondFactor, { body: { password, code } }),
    onDone,
  );
  return (
    <Modal size="sm" title="Turn off two-step sign-in" isBusy={isPending} onClose={onClose}>
      <ModalBody>
        <form id={id} {...wiring} className="space-y-4">
          <p className="text-muted">
            From then on your password alone signs you in, and your recovery codes are void.
          </p>
          {failure && <Notice tone="negative">{failure}</Notice>}
          <PasswordField
            label="Your password"
            name="password"
            required
            autoFocus
            autoComplete="current-password"
            error={errors.password}
          />
          <CodeField
            label="Code"
            hint="The six digits of your app, or a recovery code."
            error={errors.code}
          />
        </form>
      </ModalBody>
      <ModalFooter>
        <CancelButton disabled={isPending} />
        <Button type="submit" form={id} variant="danger" isBusy={isPending}>
          {isPending ? 'Turning off...' : 'Turn off'}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
