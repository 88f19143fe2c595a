const s="/help/assets/clean-light.DYTfn6D8.png",a="/help/assets/clean-dark.DMYdGYUH.png";export{s as _,a};
