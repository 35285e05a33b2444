// Coming in by a passkey: the button is there where the browser can, and says so where it came to nothing.

const button = document.getElementById("passkey_login");
const refused = document.getElementById("passkey-refused");

if (button) {
  button.hidden = !("PublicKeyCredential" in window);
}
document.addEventListener("allauth.error", (failed) => {
  failed.preventDefault();
  if (refused) {
    refused.hidden = false;
  }
});
