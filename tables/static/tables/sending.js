// What was tapped and is on its way: which form, and how it ended. Nothing here draws.

/**
 * @typedef {"offline" | "lost" | "refused"} Failure
 * `offline`: it was never sent; `lost`: no answer came, so that nobody knows; `refused`: the club answered, but not with the felt.
 */

/**
 * By what a form is known across a fresh felt: where it goes, and the question that it answers.
 * @param {{ action: string, hand?: string, ask?: string }} form
 */
export const nameOf = ({ action, hand = "", ask = "" }) => [action, hand, ask].join(" ");

/** One answer at a time; the last failure is kept until its question is answered or gone. */
export class Sending {
  /** @type {string | null} the form that is on its way */ pending = null;
  /** @type {{ form: string, failure: Failure, status: number } | null} */ failed = null;

  /**
   * May this form be sent now? Then it is on its way.
   * @param {string} form
   * @param {boolean} isOnline
   */
  begin(form, isOnline) {
    if (this.pending !== null) return false;
    if (!isOnline) {
      this.failed = { form, failure: "offline", status: 0 };
      return false;
    }
    this.pending = form;
    this.failed = null;
    return true;
  }

  /**
   * What was on its way has ended. Without an answer (status 0) nobody knows whether it arrived.
   * @param {boolean} isFelt the answer was a felt, which says for itself what came of it
   * @param {number} status
   */
  end(isFelt, status) {
    if (this.pending !== null && !isFelt) {
      this.failed = { form: this.pending, failure: status ? "refused" : "lost", status };
    }
    this.pending = null;
  }

  /** It was taken back before there was an answer: another form went first. */
  drop() {
    this.pending = null;
  }

  /**
   * What went wrong stays only with a form that is still there.
   * @param {string[]} forms those on the page
   */
  keepFor(forms) {
    if (this.failed && !forms.includes(this.failed.form)) this.failed = null;
    return this.failed;
  }
}
