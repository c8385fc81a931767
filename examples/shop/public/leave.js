// The issuer's frame is left with the page around it.
window.top.location.replace(document.getElementById("onward").href);
