import { CannotStart } from '../../../db/cannot-start.ts';

/** A part of a backup is missing or has changed. */
export class BackupDamaged extends CannotStart {
  constructor(name: string, options?: ErrorOptions) {
    super(
      `The backup is damaged: ${name} is missing or not what was written. Nothing was restored; take another backup`,
      options,
    );
  }
}
